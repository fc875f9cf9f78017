/** Mounts the frame from the boot data that the server inlined. */
import { host } from '@atrium/sdk/web'
import { createRoot } from 'react-dom/client'
import { startLater } from './boot/start.ts'
import { takeOver } from './boot/takeOver.ts'
import { loadModule } from './loader/index.ts'
import { App } from './router/App.tsx'
import { prefetchScreen, startScreen } from './router/prefetch.ts'
import { find } from './router/table.ts'

host.installHost({ load: loadModule, prefetch: prefetchScreen, embeds: (pathname) => find(host.getBoot(), pathname)?.embeds ?? false })
const prepared = host.prepare()
startScreen(location.pathname)
await prepared
const root = document.getElementById('root')!
// A page that came whole stays until the shell shows the same.
const stage = root.querySelector('[data-screen]') ? document.createElement('div') : root
createRoot(stage).render(
  <host.Provider>
    <App />
  </host.Provider>,
)
if (stage !== root) await takeOver(root, stage)
startLater()
