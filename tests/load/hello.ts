/** The other yardstick of the benchmark: what Koa takes to say hello in JSON. */
import Koa from 'koa'

const app = new Koa()
app.use((ctx) => {
  ctx.body = { success: true }
})
const server = app.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }))
