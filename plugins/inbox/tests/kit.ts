/** An inbox with a team, people who ask, and an agent that says what the test wants. */
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { createServer } from 'node:net'
import contract, { type InboxService, type Opened } from '../contract.ts'

const { routes } = contract
export const DOMAIN = 'reply.example.com'
export const AUTHORITY = 'mx.example.com'

const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })

export async function studio({ withAgent = false, withMail = false, llm = null as object | null } = {}) {
  const port = withMail ? await freePort() : null
  const options = withMail ? { replyDomain: DOMAIN, replyPort: port, replyHost: '127.0.0.1', replyAuthority: AUTHORITY } : {}
  const app: TestApp = await testApp([
    ...['plugins/spaces', 'plugins/content', 'plugins/home', 'plugins/members', { from: 'plugins/notifications', options }, 'plugins/inbox'],
    ...(withAgent ? ['plugins/inbox/tests/agent'] : []),
    ...(llm ? [{ from: 'plugins/ai', options: { llm } }] : []),
  ])
  const [admin, maya, nell, tom] = [
    await app.member('admin', { name: 'Ada Stone' }),
    await app.member('moderator', { name: 'Maya Lund' }),
    await app.member('member', { name: 'Nell' }),
    await app.member('member', { name: 'Tom' }),
  ]
  /** As another plugin calls the service, in a transaction. */
  const inbox = <T>(work: (service: InboxService) => Promise<T>): Promise<T> => app.run(null, (ctx) => work(ctx.as('inbox').use(contract)))
  const person = (member: TestMember) => inbox((service) => service.personOf({ memberId: member.id }))
  const visitor = (email: string | null = null, name = 'Vera', isVerified = false) => inbox((service) => service.personOf({ email, name, isVerified }))
  const ask = (personId: number, text: string, more: Partial<Opened> = {}) =>
    inbox((service) => service.open({ personId, type: 'email', channel: 'widget', first: { text }, ...more }))
  const say = (personId: number, chatId: number, text: string, more: object = {}) => inbox((service) => service.say(personId, chatId, { text, ...more }))
  const byId = (id: number) => ({ params: { id } })
  return {
    ...{ app, admin, maya, nell, tom, port, inbox, person, visitor, ask, say, byId },
    show: (id: number, who = admin) => app.as(who).call(routes.show, byId(id)),
    answer: (who: TestMember, id: number, text: string, more: object = {}) => app.as(who).call(routes.createMessage, { ...byId(id), body: { text, ...more } }),
    update: (id: number, chat: object, who = admin) => app.as(who).call(routes.update, { ...byId(id), body: { chat } }),
    /** Words of a conversation as the team sees it, the oldest first; of lines what happened. */
    async talk(id: number, who = admin) {
      const { records } = await app.as(who).call(routes.messages, byId(id))
      return records.reverse().map(({ author, happening, text }) => (happening ? `(${happening})` : `${author}: ${text}`))
    },
    list: async (query: object, who = admin) => (await app.as(who).call(routes.list, { query })).records.map(({ id }) => id),
  }
}
export type Studio = Awaited<ReturnType<typeof studio>>
