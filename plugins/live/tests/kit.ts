/** A studio with live rooms: people, what they do in a room in a line each, and browsers of visitors. */
import { refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import type { Route, RouteInput } from '@atrium/sdk'
import contract from '../contract.ts'

export const { routes } = contract
export const MINUTE = 60_000
export const at = (id: number) => ({ params: { id } })

/** A browser that keeps its cookies, as that of a visitor. */
export function browserOf(app: TestApp) {
  const jar = new Map<string, string>()
  return {
    jar,
    async call<R extends Route>(route: R, given: RouteInput<R>): Promise<{ status: number; body: any }> {
      const { params = {}, query = {}, body } = given as { params?: Record<string, unknown>; query?: Record<string, string>; body?: unknown }
      const path = route.path.replace(/:(\w+)/g, (_, name) => String(params[name]))
      const answer = await fetch(`${app.url}${path}?${new URLSearchParams(query)}`, {
        method: route.method,
        headers: {
          accept: 'application/json',
          origin: app.url,
          ...(jar.size && { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      for (const set of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
        jar.set(name!, value!)
      }
      return { status: answer.status, body: await answer.json() }
    },
  }
}

/** @param options of the plugin: none set up no engine */
export async function studio(more: string[] = [], options: Record<string, unknown> = {}) {
  const app = await testApp([...['spaces', 'content', 'members', ...more].map((id) => `plugins/${id}`), { from: 'plugins/live', options }])
  const [admin, maya, nell, tom, priya] = [
    await app.member('admin', { name: 'Ada Stone' }),
    await app.member('moderator', { name: 'Maya Lund' }),
    await app.member('member', { name: 'Nell' }),
    await app.member('member', { name: 'Tom' }),
    await app.member('member', { name: 'Priya' }),
  ]
  const start = (route: typeof routes.createRoom | typeof routes.createStream) => async (fields: object, who: TestMember) => {
    const room = await app.as(who).call(route, { body: { room: { name: 'Coffee', ...fields } } })
    return room
  }
  const createRoom = start(routes.createRoom)
  const createStream = start(routes.createStream)
  const goLive = (who: TestMember, id: number) => app.as(who).call(routes.goLive, at(id))
  const join = (who: TestMember, id: number, body: object = {}) => app.as(who).call(routes.join, { ...at(id), body })
  const ask = (who: TestMember, id: number, text: string, more: object = {}) =>
    app.as(who).call(routes.createQuestion, { ...at(id), body: { question: { text, ...more } } })
  return {
    ...{ app, admin, maya, nell, tom, priya, createRoom, createStream, goLive, join, ask },
    show: async (who: TestMember | null, slug: string) => app.as(who).call(routes.bySlug, { params: { slug } }),
    /** Maya's, and on. */
    async onAir(type: 'room' | 'stream' = 'room', fields: object = {}, who: TestMember = maya) {
      const room = await (type === 'room' ? createRoom : createStream)(fields, who)
      return goLive(who, room.id)
    },
    people: async (who: TestMember, id: number, query: object = {}) =>
      (await app.as(who).call(routes.participants, { ...at(id), query })).records.map(({ name, role, status }) => `${name} ${role} ${status}`),
    questions: async (who: TestMember | null, id: number, query: object = { status: 'all' }) =>
      (await app.as(who).call(routes.questions, { ...at(id), query })).records,
    leave: (who: TestMember, id: number) => app.as(who).call(routes.leave, { ...at(id), body: {} }),
    end: (who: TestMember, id: number, body: object = {}) => app.as(who).call(routes.end, { ...at(id), body }),
    change: (who: TestMember, id: number, participantId: number, participant: object) =>
      app.as(who).call(routes.updateParticipant, { params: { id, participantId }, body: { participant } }),
    role: (who: TestMember, id: number, participantId: number, role: 'cohost' | 'moderator' | 'participant') =>
      app.as(who).call(routes.changeRole, { params: { id, participantId }, body: { role } }),
    remove: (who: TestMember, id: number, participantId: number, ban = false) =>
      app.as(who).call(routes.removeParticipant, { params: { id, participantId }, query: { ban: ban ? 'true' : 'false' } }),
    minute: () => app.runSchedule('minute'),
    browser: () => browserOf(app),
    count: async (id: number) => {
      const [row] = await app.sql('select people_count from live.room where id = $1', [id])
      return row.people_count as number
    },
    /** Kept numbers that are not what their rows come to. */
    differences: () => app.run(null, (ctx) => ctx.platform.operations.counters()),
  }
}
export type Studio = Awaited<ReturnType<typeof studio>>

/** `403 room_locked`, or `ok`. */
export const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'ok',
    (error) => `${error.status} ${error.code}`,
  )
/** Eight at once: how often which outcome came. */
export async function eight(call: (at: number) => Promise<unknown>): Promise<Record<string, number>> {
  const all = await Promise.all(Array.from({ length: 8 }, (_, n) => outcome(call(n))))
  return Object.fromEntries([...Map.groupBy(all, (one) => one)].map(([one, some]) => [one, some.length]))
}
export { refusal }
