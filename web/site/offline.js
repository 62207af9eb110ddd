/* Keeps the page for visits without a network. */

navigator.serviceWorker?.register("service-worker.js").catch(() => {
  /* the page works without it, only not offline */
});
