/** Contacts for emails to go to, and without them again. */
import type { TestApp } from '@atrium/sdk/testing'
import audience from '../../audience/contract.ts'

const SOURCE = { source: 'test', sourceId: 1 }
const people = new WeakMap<TestApp, number[]>()

/** @param rows at most 1,000 */
export async function addReaders(app: TestApp, rows: { email: string; name?: string }[]): Promise<void> {
  const made = await app.run(await app.primaryId(), (ctx) => ctx.use(audience).upsertContacts(rows.map((row) => ({ ...row, ...SOURCE }))))
  people.set(app, [...(people.get(app) ?? []), ...made.map(({ personId }) => personId)])
}
/** So many of a domain. */
export const addReadersOf = (app: TestApp, domain: string, count: number, name?: string): Promise<void> =>
  addReaders(
    app,
    Array.from({ length: count }, (_, n) => ({ email: `reader${n + 1}@${domain}`, name: name ?? `Reader ${n + 1}` })),
  )
export async function removeReaders(app: TestApp): Promise<void> {
  const ids = people.get(app) ?? []
  people.delete(app)
  if (ids.length > 0) await app.run(await app.primaryId(), (ctx) => ctx.use(audience).removeContacts(SOURCE.source, SOURCE.sourceId, ids))
}
