/* Keeps all files of the site after the first visit, so that it works without a network.
 * scripts/build-site puts the list of files and a version made from their contents in here. */

const FILES = ["FILES"];
const PREFIX = `grundy ${registration.scope} `; /* other sites of the same host keep their files */
const CACHE = `${PREFIX}VERSION`;

/** Some hosts redirect embed.html to embed, and navigations refuse a response that was redirected. */
async function withoutRedirection(/** @type {Response} */ response) {
  if (!response.redirected) return response;
  return new Response(await response.blob(), { headers: response.headers });
}

async function keep(/** @type {Cache} */ cache, /** @type {string} */ file) {
  const response = await fetch(new Request(file, { cache: "reload" }));
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  await cache.put(file, await withoutRedirection(response));
}

addEventListener("install", event => {
  event.waitUntil(caches.open(CACHE).then(cache => Promise.all(FILES.map(file => keep(cache, file)))));
});

/* A new version takes over when no page of the old one is open, so that no page mixes both. */
addEventListener("activate", event => {
  event.waitUntil(caches.keys().then(names => Promise.all(names
    .filter(name => name.startsWith(PREFIX) && name !== CACHE).map(name => caches.delete(name)))));
});

/** Finds a file by its address, or by one without .html. */
async function find(/** @type {Request} */ request) {
  const cache = await caches.open(CACHE), { origin, pathname } = new URL(request.url);
  return await cache.match(request, { ignoreSearch: true }) ?? cache.match(`${origin}${pathname}.html`);
}

addEventListener("fetch", event => {
  if (event.request.method !== "GET" || !event.request.url.startsWith(registration.scope)) return;
  event.respondWith(find(event.request).then(found => found ?? fetch(event.request)));
});
