/** Clients of `payments.ts` in a process of their own: whoever reads a feed until it is told to stop, or a processor that sends webhooks. */
import Stripe from 'stripe'

const asked = JSON.parse(process.env.LOAD!)
let over = false
process.on('message', () => {
  over = true
})

/** @returns reads a second */
async function feed({ url, cookies, connections }: { url: string; cookies: string[]; connections: number }): Promise<number> {
  let reads = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async (_, at) => {
      for (let i = at; !over; i += connections) {
        const reply = await fetch(url, { headers: { cookie: cookies[i % cookies.length]!, accept: 'application/json' } })
        await reply.arrayBuffer()
        if (reply.status !== 200) throw new Error(`the feed answered ${reply.status}`)
        reads++
      }
    }),
  )
  return reads / ((performance.now() - began) / 1000)
}
interface Webhooks {
  url: string
  secret: string
  subscription: string
  webhooks: number
  senders: number
}
/** @returns milliseconds until all are answered */
async function send({ url, secret, subscription, webhooks, senders }: Webhooks): Promise<number> {
  const began = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: senders }, async () => {
      while (next < webhooks) {
        const n = ++next
        const object = { id: `${subscription}_${n}`, object: 'subscription' }
        const payload = JSON.stringify({ id: `evt_load_${n}`, object: 'event', type: 'customer.subscription.updated', data: { object } })
        const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret })
        const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', 'stripe-signature': signature }, body: payload })
        await reply.arrayBuffer()
        if (reply.status !== 200) throw new Error(`a webhook was answered ${reply.status}`)
      }
    }),
  )
  return performance.now() - began
}
const told = asked.role === 'feed' ? await feed(asked) : await send(asked)
process.send!(told)
process.disconnect()
