/** What several tests of chat do: begin a conversation, say something in it, read it, record a voice. */
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import chat, { type Message } from '../contract.ts'

const { routes } = chat
interface Room {
  uuid: string
}
export const NEEDS = ['plugins/spaces', 'plugins/content', 'plugins/media']
export const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()
export const texts = ({ records }: { records: Message[] }) => records.map(({ body }) => body)

/** A community with chat, the one who runs it, and three who talk. */
export async function cast() {
  const app = await testApp([...NEEDS, 'plugins/search', 'plugins/chat'])
  const admin = await app.member('admin')
  const nell = await app.member('member', { name: 'Nell' })
  const priya = await app.member('member', { name: 'Priya' })
  const tom = await app.member('member', { name: 'Tom' })
  return { app, admin, nell, priya, tom }
}

/** @param app once it stands */
export const talk = (app: () => TestApp) => ({
  direct: async (from: TestMember, to: TestMember) =>
    (
      await app()
        .as(from)
        .call(routes.create, { body: { chat_room: { kind: 'direct', community_member_ids: [to.id] } } })
    ).chat_room,
  group: async (from: TestMember, to: TestMember[], fields: object = {}) =>
    (
      await app()
        .as(from)
        .call(routes.create, { body: { chat_room: { kind: 'group_chat', name: 'Kiln crew', community_member_ids: to.map(({ id }) => id), ...fields } } })
    ).chat_room,
  enter: async (who: TestMember, spaceId: number) => (await app().as(who).call(routes.openSpace, { params: { spaceId } })).chat_room,
  say: (who: TestMember, { uuid }: Room, body: string, fields: object = {}) =>
    app()
      .as(who)
      .call(routes.createMessage, { params: { uuid }, body: { body, ...fields } }),
  read: (who: TestMember, { uuid }: Room, query: object = {}) => app().as(who).call(routes.messages, { params: { uuid }, query }),
  show: async (who: TestMember, { uuid }: Room) => (await app().as(who).call(routes.show, { params: { uuid } })).chat_room,
  /** @param by an admin; what members may do in chat */
  prefer: (by: TestMember, body: object) => app().as(by).call(routes.updatePreferences, { body }),
})

/** The beginning of a WAV file. */
const WAV = Buffer.concat([
  Buffer.from('RIFF$\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\0\0\0\0', 'latin1'),
  Buffer.alloc(64),
])
export async function record(app: TestApp, who: TestMember) {
  const begun = await app.as(who).call(routes.voiceUpload, { body: { byte_size: WAV.length, filename: 'voice.wav' } })
  const sent = await app.as(who).send('PUT', begun.url, WAV as never, { ...begun.headers, 'upload-offset': '0' })
  return sent.body.signed_id as string
}
export const process = (app: TestApp, who: TestMember, signed_id: string) =>
  app.as(who).call(routes.processVoice, { body: { signed_id, duration_ms: 1200, peaks: [0, 50, 100] } })
