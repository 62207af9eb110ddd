/* Keeps all files of the site after the first visit, so that it works without a network.
 * scripts/build-site puts the list of files and a version made from their contents in here. */

const FILES = ["FILES"];
const PREFIX = `grundy ${registration.scope} `; /* other sites of the same host keep their files */
const CACHE = `${PREFIX}VERSION`;

addEventListener("install", event => {
  event.waitUntil(caches.open(CACHE).then(cache => cache.addAll(FILES.map(file =>
    new Request(file, { cache: "reload" })))));
});

/* A new version takes over when no page of the old one is open, so that no page mixes both. */
addEventListener("activate", event => {
  event.waitUntil(caches.keys().then(names => Promise.all(names
    .filter(name => name.startsWith(PREFIX) && name !== CACHE).map(name => caches.delete(name)))));
});

addEventListener("fetch", event => {
  if (event.request.method !== "GET" || !event.request.url.startsWith(registration.scope)) return;
  event.respondWith(caches.open(CACHE)
    .then(cache => cache.match(event.request, { ignoreSearch: true }))
    .then(found => found ?? fetch(event.request)));
});
