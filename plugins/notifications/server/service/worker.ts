/** The service worker, as browsers get it: it shows what is pushed and opens what is pressed. It handles no fetches, so pages and caches are as without it. */
export const worker = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('push', (event) => {
  let news
  try {
    news = event.data.json()
  } catch {
    return
  }
  event.waitUntil(
    self.registration.showNotification(news.title, {
      body: news.body,
      icon: news.icon || undefined,
      image: news.image || undefined,
      tag: news.tag,
      renotify: news.renotify ?? Boolean(news.tag),
      data: { url: news.url },
    }),
  )
})
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const address = new URL(event.notification.data.url, self.location.origin)
  if (address.origin !== self.location.origin) return
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((windows) => {
      const there = windows.find((one) => new URL(one.url).pathname === address.pathname)
      return there ? there.focus() : self.clients.openWindow(address.href)
    }),
  )
})
`
