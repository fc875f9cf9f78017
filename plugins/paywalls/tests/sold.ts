/** What tests of what is sold otherwise share: a community that sells with the test provider, and people at its checkout. */
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import payments, { type PaymentsService } from '../../payments/contract.ts'
import { tickJob } from '../../payments/server/jobs.ts'
import spaces from '../../spaces/contract.ts'
import contract from '../contract.ts'
import { isInside } from '../../spaces/tests/kit.ts'

const { routes } = contract
const DAY = 86_400_000
const NEEDS = ['plugins/spaces', 'plugins/content', 'plugins/members', 'plugins/access', 'plugins/payments', 'plugins/paywalls']

/** @param more plugins beside */
export async function shop(more: string[] = []) {
  const app = await testApp([...NEEDS, ...more])
  const admin = await app.member('admin')
  const door = <T>(work: (money: PaymentsService) => Promise<T>) => app.outside(null, (ctx) => work(ctx.use(payments)))
  const made = await app.run(null, async (ctx) => {
    const group = await ctx.use(spaces).createGroup({ name: 'Learn' })
    const space = (name: string) => ctx.use(spaces).create({ name, spaceGroupId: group.id, isPrivate: true })
    return { glaze: await space('Glaze chemistry'), kiln: await space('Kiln'), wheel: await space('Wheel') }
  })
  const sell = async (paywall: object) => app.as(admin).call(routes.create, { body: { paywall: { currency: 'eur', status: 'active', ...paywall } as never } })
  return {
    app,
    admin,
    door,
    places: made,
    sell,
    inside: ({ id }: { id: number }, space: { id: number }) => isInside(app, space.id, id),
    async begin(who: TestMember, paywall: { id: number; prices: { id: number }[] }, more: object = {}, place = 0) {
      const { id } = await app.as(who).call(routes.createSession, { body: { paywall_id: paywall.id, price_id: paywall.prices[place]!.id, ...more } })
      return app.as(who).call(routes.checkout, { body: { session_id: id } })
    },
    async pay(uid: string, card?: string) {
      const [row] = await app.sql('select processor_id from paywalls.checkout where uid = $1', [uid])
      await door((money) => money.test.pay(row.processor_id, card))
      await app.settle()
    },
    /** So many days on, here and at the provider, with all that falls due at both. */
    async pass(days: number) {
      app.clock.advance(days * DAY)
      await app.run(null, (ctx) => ctx.as('payments').enqueue(tickJob, {}))
      await app.settle()
      await app.runSchedule('due')
      await app.settle()
    },
    mine: async (who: TestMember) => (await app.as(who).call(routes.own)).subscriptions,
    charges: async (who: TestMember) => (await app.as(who).call(routes.ownCharges)).records,
    /** Of the link in the last mail to an address. */
    async token(email: string): Promise<string> {
      await app.settle()
      const mail = (await app.sent()).findLast(({ recipient, text }) => recipient === email && text.includes('/redeem/'))
      return mail?.text.match(/\/redeem\/([\w-]+)/)?.[1] ?? ''
    },
    take: (who: TestMember, token: string) => app.as(who).call(routes.redeem, { body: { token } }),
    unbalanced: () => app.sql('select posting from paywalls.entry group by posting, currency having sum(amount) <> 0'),
  }
}
export type Shop = Awaited<ReturnType<typeof shop>>
export const tokenOf = (url: string): string => url.split('/').at(-1)!
export type { TestApp, TestMember }
