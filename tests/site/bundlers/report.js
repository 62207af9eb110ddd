/* Reports the result of a program to the page around it, or to the page that started this worker. */

export function report(work) {
  const tell = globalThis.document === undefined ? result => postMessage(result)
    : result => { document.documentElement.dataset.result = JSON.stringify(result); };
  work().then(tell, error => tell(String(error?.stack ?? error)));
}
