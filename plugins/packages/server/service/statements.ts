/**
 * xAPI 1.0.3 statements that programs send about one learner in one lesson: stored once each, read back by who sent them. Credentials are
 * those of a registration, so a statement is about its member whatever actor it names; that member minted them, so it is marked as reported.
 */
import { randomUUID, timingSafeEqual } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { AtriumError, invalid, sentence, z } from '@atrium/sdk'
import { addTo, type Ctx, hashToken, hold, raw, type RawReply, readJson } from '@atrium/sdk/server'
import { RegistrationTable, StatementTable } from '../entities.ts'
import { percentOf, reportedBy, type RegistrationRecord } from './registrations.ts'
import { holds } from './right.ts'

const VERSION = '1.0.3'
const MOST_AT_ONCE = 50
/** Of one reading; 0 asks for as many as there may be (xAPI 1.0.3, part 3, section 2.1.3). */
const MOST_READ = 100
const MOST_BYTES = 64 * 1024
const MOST_OF_BODY = 1024 * 1024
/** Of one registration. */
const MOST = 10_000
type Headers = Record<string, string | undefined>

const iri = z
  .string()
  .max(1_000)
  .regex(/^[a-z][a-z\d+.-]*:\S+$/i, 'Enter a full URL.')
const score = z.object({ scaled: z.number().min(-1).max(1), raw: z.number(), min: z.number(), max: z.number() }).partial()
const Statement = z.looseObject({
  id: z.uuid().optional(),
  actor: z.looseObject({ objectType: z.enum(['Agent', 'Group']).optional() }),
  verb: z.looseObject({ id: iri }),
  object: z.looseObject({ id: iri.optional(), objectType: z.string().max(40).optional() }),
  result: z.looseObject({ score: score.optional(), success: z.boolean().optional(), completion: z.boolean().optional() }).optional(),
  context: z.looseObject({ contextActivities: z.looseObject({ parent: z.unknown() }).optional() }).optional(),
  timestamp: z.iso.datetime({ offset: true }).optional(),
})
type Statement = z.output<typeof Statement>

const answer = (body: unknown, status = 200): RawReply =>
  raw({
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'X-Experience-API-Version': VERSION, 'Cache-Control': 'no-store' },
    body: body === null ? null : JSON.stringify(body),
  })

/** @throws AtriumError 401 without credentials that hold, or for a member who may not open the package any more */
async function registrationOf(ctx: Ctx, headers: Headers): Promise<RegistrationRecord> {
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]{1,400})$/.exec(headers.authorization ?? '') ?? []
  const [key = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(/:(.*)/s)
  const found = z.uuid().safeParse(key).success ? await ctx.em.findOne(RegistrationTable, { uuid: key }, { disableIdentityMap: true }) : null
  const given = Buffer.from(hashToken(secret))
  if (!found?.secretHash || !timingSafeEqual(given, Buffer.from(found.secretHash)) || !(await holds(ctx, found.id)))
    throw new AtriumError(401, 'invalid_credentials', 'These credentials are no longer valid.')
  return found
}

/** @throws AtriumError 400 for what is no statement, 401, 409 for another statement of the same id, 413 */
export async function receive(ctx: Ctx, headers: Headers, body: AsyncIterable<Uint8Array>, id: string | null): Promise<RawReply> {
  const registration = await registrationOf(ctx, headers)
  const given = await readJson(body, MOST_OF_BODY, 'A request can be up to 1 MB.')
  const all = (Array.isArray(given) && id === null ? given : [given]).map((one): Statement => {
    const parsed = Statement.safeParse(one)
    if (!parsed.success)
      throw new AtriumError(400, 'invalid_statement', 'This isn’t a valid xAPI statement.', { details: parsed.error.issues.map(({ path }) => path.join('.')) })
    if (JSON.stringify(one).length > MOST_BYTES)
      throw new AtriumError(413, 'payload_too_large', sentence('A statement can be up to {max} KB.', { max: MOST_BYTES / 1024 }))
    if (id !== null && parsed.data.id !== undefined && parsed.data.id !== id)
      throw new AtriumError(400, 'invalid_statement', 'This isn’t a valid xAPI statement.')
    return { ...parsed.data, id: id ?? parsed.data.id ?? randomUUID() }
  })
  if (all.length > MOST_AT_ONCE) throw invalid({ body: [sentence('Send up to {max} statements at a time.', { max: MOST_AT_ONCE })] })
  const held = await hold(ctx, RegistrationTable, registration.id)
  if (held.statementsCount + all.length > MOST) throw new AtriumError(413, 'too_many', 'This registration has too many statements.')
  for (const statement of all) await keep(ctx, held, statement)
  return id === null ? answer(all.map((one) => one.id)) : answer(null, 204)
}

/** About a question, a page or another part: kept, and no word of the whole (xAPI 1.0.3, part 2, section 4.1.6.2). */
const isOfPart = ({ context }: Statement) => [context?.contextActivities?.parent ?? []].flat().length > 0
const plain = ({ stored: _, authority: __, version: ___, timestamp: ____, ...rest }: Record<string, unknown>) => rest
async function keep(ctx: Ctx, registration: RegistrationRecord, statement: Statement): Promise<void> {
  const id = statement.id!
  const before = await ctx.em.findOne(StatementTable, { statementId: id })
  if (before) {
    // sent again it changes nothing; another one of the same id is refused
    if (before.registrationId !== registration.id || !isDeepStrictEqual(plain(JSON.parse(before.statement)), plain(statement)))
      throw new AtriumError(409, 'conflict', 'A different statement with this ID already exists.')
    return
  }
  const now = ctx.now().toISOString()
  ctx.em.create(StatementTable, {
    registrationId: registration.id,
    statementId: id,
    verb: statement.verb.id,
    objectId: statement.object.id ?? '',
    statement: JSON.stringify({
      ...statement,
      timestamp: statement.timestamp ?? now,
      stored: now,
      version: VERSION,
      authority: { account: { homePage: ctx.community.url, name: registration.uuid } },
    }),
  })
  await ctx.em.flush()
  await addTo(ctx, RegistrationTable, registration.id, { statements_count: 1 })
  registration.statementsCount += 1
  if (isOfPart(statement)) return
  const verb = statement.verb.id.split('/').at(-1)
  const { success, completion } = statement.result ?? {}
  const passed = verb === 'passed' || success === true
  const failed = verb === 'failed' || success === false
  await reportedBy(ctx, registration, {
    completed: !failed && (passed || verb === 'completed' || completion === true),
    success: failed ? 'failed' : passed ? 'passed' : 'unknown',
    score: percentOf(statement.result?.score),
  })
}

/** Of the registration alone. @throws AtriumError 401, 404 */
export async function read(ctx: Ctx, headers: Headers, query: Record<string, string>): Promise<RawReply> {
  const registration = await registrationOf(ctx, headers)
  if (query.statementId) {
    const one = z.uuid().safeParse(query.statementId).success
      ? await ctx.em.findOne(StatementTable, { registrationId: registration.id, statementId: query.statementId })
      : null
    if (!one) throw new AtriumError(404, 'not_found', 'Statement not found.')
    return answer(JSON.parse(one.statement))
  }
  const limit = Number(query.limit ?? 0)
  if (!Number.isInteger(limit) || limit < 0) throw invalid({ limit: ['Enter a number of 0 or more.'] })
  const rows = await ctx.em.find(
    StatementTable,
    { registrationId: registration.id, ...(query.verb ? { verb: query.verb } : {}), ...(query.activity ? { objectId: query.activity } : {}) },
    { orderBy: { id: query.ascending === 'true' ? 'asc' : 'desc' }, limit: Math.min(limit || MOST_READ, MOST_READ) },
  )
  return answer({ statements: rows.map(({ statement }) => JSON.parse(statement)), more: '' })
}
