/* Keeps the page for visits without a network. */

navigator.serviceWorker?.register("service-worker.js").catch(() => {
  /* only visits without a network need it */
});
