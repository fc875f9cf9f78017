/** How far learners are: opened, told by the package through the run-time, done once every part is. */
import { randomUUID } from 'node:crypto'
import { conflict, invalid, notFound } from '@atrium/sdk'
import { addTo, type Ctx, type ErasedMember, hold, type InferEntity, newToken } from '@atrium/sdk/server'
import type { z } from 'zod'
import courses from '../../../courses/contract.ts'
import packages, { type Commit, DataModel, KEPT, type Registration, type Success } from '../../contract.ts'
import { PackageTable, RegistrationTable, StateTable } from '../entities.ts'
import { openPackage, type PackageRecord } from './packages.ts'
import { sealToken } from './token.ts'

export type RegistrationRecord = InferEntity<typeof RegistrationTable>
type State = InferEntity<typeof StateTable>

export async function presentRegistration(ctx: Ctx, record: RegistrationRecord): Promise<z.input<typeof Registration>> {
  const states = await ctx.em.find(StateTable, { registrationId: record.id }, { fields: ['item', 'status'] })
  return {
    id: record.id,
    status: record.status,
    success: record.success,
    score: record.score ?? null,
    seconds: record.seconds,
    reported: reportedIn(record),
    item: record.item ?? null,
    items: states.map(({ item, status }) => ({ id: item, status })),
    updated_at: record.updatedAt,
  }
}

export const reportedIn = ({
  reportedStatus: status,
  reportedSuccess,
  reportedScore,
}: Pick<RegistrationRecord, 'reportedStatus'> & { reportedSuccess?: Success | null; reportedScore?: number | null }) =>
  status ? { status, success: reportedSuccess ?? ('unknown' as const), score: reportedScore ?? null } : null

/** The reader's own, held; made where it is not there. */
async function ownRegistration(ctx: Ctx, pack: PackageRecord): Promise<RegistrationRecord> {
  const memberId = ctx.me().id
  const [made] = await ctx.sql<{ id: number }>(
    `insert into packages.registration (community_id, uuid, package_id, lesson_id, course_id, member_id) values ($1, $2, $3, $4, $5, $6)
     on conflict (community_id, package_id, member_id) do nothing returning id`,
    [randomUUID(), pack.id, pack.lessonId, pack.courseId, memberId],
  )
  if (made) await addTo(ctx, PackageTable, pack.id, { registrations_count: 1 })
  const found = await ctx.em.findOneOrFail(RegistrationTable, { packageId: pack.id, memberId }, { fields: ['id'], disableIdentityMap: true })
  return hold(ctx, RegistrationTable, found.id)
}

/** @throws AtriumError 404, 409 `package_not_ready`, 422 */
export async function launch(ctx: Ctx, packageId: number, wanted: string | undefined) {
  const { record: pack } = await openPackage(ctx, { id: packageId })
  if (pack.status !== 'ready' || pack.items.length === 0) throw conflict('This package isn’t ready yet.', 'package_not_ready')
  const registration = await ownRegistration(ctx, pack)
  const item = pack.items.find(({ id }) => id === (wanted ?? registration.item)) ?? (wanted === undefined ? pack.items[0]! : null)
  if (!item) throw invalid({ 'body.item': ['This package doesn’t have this part.'] })
  registration.launches += 1
  registration.item = item.id
  if (registration.status === 'not_started') registration.status = 'incomplete'
  await ctx.em.flush()
  if (!item.isTracked) {
    const state = await stateOf(ctx, registration, item.id)
    if (state.status !== 'completed') {
      state.status = 'completed'
      await settle(ctx, pack, registration)
    }
  }
  const token = sealToken(ctx, { package: pack.id, registration: registration.id, item: item.id, launch: registration.launches })
  return {
    src: `/public/packages/${token}/${item.href.split('/').map(encoded).join('/')}`,
    item: item.id,
    launch: registration.launches,
    registration: await presentRegistration(ctx, registration),
  }
}
/** A part of a path: what stands behind ? and # stays what it is. */
const encoded = (part: string) => part.replace(/^[^?#]*/, (name) => encodeURIComponent(name))

async function stateOf(ctx: Ctx, registration: RegistrationRecord, item: string): Promise<State> {
  const found = await ctx.em.findOne(StateTable, { registrationId: registration.id, item })
  return found ?? ctx.em.create(StateTable, { registrationId: registration.id, item, status: 'incomplete', success: 'unknown', data: '{}' })
}

/** What share of a hundred, cut as a quiz cuts it: 79.6 beside "failed" is not 80. A billionth is what binary fractions lose. */
const cut = (percent: number) => Math.floor(percent + 1e-9)
/** 0 to 100; null where it cannot be told. */
export function percentOf({ scaled, raw, min, max }: NonNullable<Commit['score']> = {}): number | null {
  const share = scaled ?? (raw === undefined ? null : (raw - (min ?? 0)) / ((max ?? 100) - (min ?? 0)))
  return share === null || !Number.isFinite(share) ? null : cut(Math.max(0, Math.min(1, share)) * 100)
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
/** As JSON, which has an escape for each character that a database refuses; null where it is more than is kept, or no data model. */
function keptOf(said: Commit['data']): string | null {
  if (said === null) return null
  const { data } = DataModel.safeParse(jsonOf(said))
  if (!data) return null
  const elements = Object.entries(data)
  if (elements.length > KEPT.elements || elements.some(([name, value]) => name.length > KEPT.name || value.length > KEPT.value)) return null
  const text = JSON.stringify(data)
  return text.length > KEPT.all ? null : text
}

/** @throws AtriumError 404, 409 `newer_launch`, 422 */
export async function commit(ctx: Ctx, packageId: number, input: Commit) {
  const { record: pack } = await openPackage(ctx, { id: packageId })
  const known = await ctx.em.findOne(RegistrationTable, { packageId, memberId: ctx.me().id }, { fields: ['id'], disableIdentityMap: true })
  if (!known) throw notFound('Registration')
  const registration = await hold(ctx, RegistrationTable, known.id)
  const item = pack.items.find(({ id }) => id === input.item)
  if (!item?.isTracked || input.launch > registration.launches) throw invalid({ 'body.item': ['This package doesn’t have this part.'] })
  if (input.launch < registration.launches) throw conflict('This package is open in another window. Continue there.', 'newer_launch')
  const state = await stateOf(ctx, registration, item.id)
  const score = percentOf(input.score)
  const done = input.completion === 'completed' && input.success !== 'failed'
  // opening a package again does not lower what was reached before
  if (done) state.status = 'completed'
  if (input.success !== 'unknown' && state.success !== 'passed') state.success = input.success
  if (score !== null) state.score = Math.max(score, state.score ?? 0)
  state.seconds = Math.max(state.seconds ?? 0, Math.round(input.seconds))
  const data = keptOf(input.data)
  if (data !== null) state.data = data
  await settle(ctx, pack, registration)
  return { ...(await presentRegistration(ctx, registration)), is_data_kept: data !== null }
}

/** What the parts come to; tells the course once all of them are done, and whenever the score is better then. */
async function settle(ctx: Ctx, pack: PackageRecord, registration: RegistrationRecord): Promise<void> {
  await ctx.em.flush()
  const states = new Map((await ctx.em.find(StateTable, { registrationId: registration.id })).map((state) => [state.item, state]))
  const all = pack.items.map(({ id }) => states.get(id))
  const scores = all.flatMap((state) => state?.score ?? [])
  const results = all.map((state): Success => state?.success ?? 'unknown')
  const success = results.includes('failed') ? 'failed' : results.includes('passed') ? 'passed' : 'unknown'
  const score = scores.length ? cut(scores.reduce((sum, one) => sum + one, 0) / scores.length) : null
  registration.seconds = all.reduce((sum, state) => sum + (state?.seconds ?? 0), 0)
  await reached(ctx, registration, { completed: all.every((state) => state?.status === 'completed'), success, score })
}

/** Notes what somebody has reached, by the run-time or by a statement; what was done before stays done. */
export async function reached(ctx: Ctx, registration: RegistrationRecord, now: { completed: boolean; success: Success; score: number | null }): Promise<void> {
  const wasCompleted = registration.status === 'completed'
  const better = now.score !== null && now.score > (registration.score ?? -1)
  if (now.completed) registration.status = 'completed'
  if (now.success !== 'unknown' && registration.success !== 'passed') registration.success = now.success
  if (better) registration.score = now.score
  await ctx.em.flush()
  if (registration.status !== 'completed' || (wasCompleted && !better)) return
  const { id, lessonId, courseId, memberId } = registration
  const score = registration.score ?? null
  await ctx.use(courses).complete(lessonId, memberId, score === null ? {} : { score })
  if (!wasCompleted) ctx.emit(packages.events['package.completed'], { registrationId: id, lessonId, courseId, memberId, score })
}

/** Notes what a program says: the member minted its credentials, so it counts only where an editor of the course has it count. */
export async function reportedBy(
  ctx: Ctx,
  registration: RegistrationRecord,
  now: { completed: boolean; success: Success; score: number | null },
): Promise<void> {
  registration.reportedStatus = now.completed || registration.reportedStatus === 'completed' ? 'completed' : 'incomplete'
  if (now.success !== 'unknown' && registration.reportedSuccess !== 'passed') registration.reportedSuccess = now.success
  if (now.score !== null) registration.reportedScore = Math.max(now.score, registration.reportedScore ?? 0)
  await ctx.em.flush()
  const { countsPrograms } = await ctx.em.findOneOrFail(PackageTable, { id: registration.packageId }, { fields: ['countsPrograms'] })
  if (countsPrograms) await reached(ctx, registration, now)
}

/** New credentials; those before end. */
export async function renewCredentials(ctx: Ctx, packageId: number): Promise<{ endpoint: string; key: string; secret: string }> {
  const { record: pack } = await openPackage(ctx, { id: packageId })
  const registration = await ownRegistration(ctx, pack)
  const { token: secret, hash } = newToken()
  registration.secretHash = hash
  await ctx.em.flush()
  return { endpoint: `${ctx.community.url.replace(/\/$/, '')}/xapi/`, key: registration.uuid, secret }
}

/** How far somebody was goes with their account, and what programs said of them. */
export async function eraseRegistrations(ctx: Ctx, { memberId }: Pick<ErasedMember, 'memberId'>): Promise<void> {
  const gone = await ctx.em.find(RegistrationTable, { memberId }, { fields: ['id', 'packageId'] })
  await ctx.em.nativeDelete(RegistrationTable, { memberId })
  await addTo(
    ctx,
    PackageTable,
    gone.map(({ packageId }) => packageId),
    { registrations_count: -1 },
  )
}
