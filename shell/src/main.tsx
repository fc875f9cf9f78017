/** Mounts the frame from the boot data that the server inlined. */
import { host } from '@atrium/sdk/web'
import { createRoot } from 'react-dom/client'
import { startLater } from './boot/start.ts'
import { loadModule } from './loader/index.ts'
import { App } from './router/App.tsx'
import { prefetchScreen } from './router/prefetch.ts'

host.installHost({ load: loadModule, prefetch: prefetchScreen })
await host.prepare()
createRoot(document.getElementById('root')!).render(
  <host.Provider>
    <App />
  </host.Provider>,
)
startLater()
