/** Who asks: the member at the session, or a browser that is known again by what only it and the hash of it here hold. */
import { AtriumError, emailOf, forbidden, invalid } from '@atrium/sdk'
import { type Ctx, hashToken, newToken } from '@atrium/sdk/server'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import inbox from '../../../inbox/contract.ts'
import contract from '../../contract.ts'

/** Days that a site's word for a visitor holds at most, and days after which a browser that was not seen is forgotten. */
const MOST_DAYS = 30
const FORGOTTEN_DAYS = 400
const DAY = 86_400_000
/** Characters of a visitor's id at a site. */
const MOST_ID = 200

export interface Asker {
  memberId: number | null
  visitorId: number | null
  /** Of the inbox; null for whoever has asked nothing yet. */
  personId: number | null
  isIdentified: boolean
}
interface VisitorRow {
  id: number
  person_id: number | null
  identified_until: Date | null
}
const NOBODY: Asker = { memberId: null, visitorId: null, personId: null, isIdentified: false }

async function visitorOf(ctx: Ctx): Promise<VisitorRow | null> {
  if (ctx.mark === null) return null
  const [row] = await ctx.sql<VisitorRow>('select id, person_id, identified_until from help_widget.visitor where community_id = $1 and mark_hash = $2', [
    hashToken(ctx.mark),
  ])
  return row ? valid(ctx, row) : null
}
/** A site's word that has run out opens nothing any more. */
const valid = (ctx: Ctx, row: VisitorRow): VisitorRow =>
  row.identified_until !== null && row.identified_until <= ctx.now() ? { ...row, person_id: null, identified_until: null } : row
export async function askerOf(ctx: Ctx): Promise<Asker> {
  if (ctx.member) return { ...NOBODY, memberId: ctx.member.id, personId: await ctx.use(inbox).knownMember(ctx.member.id) }
  const visitor = await visitorOf(ctx)
  return visitor ? { ...NOBODY, visitorId: visitor.id, personId: visitor.person_id, isIdentified: visitor.identified_until !== null } : NOBODY
}
/** Whoever has begun before. @throws AtriumError 403 `visit_first` */
export async function needAsker(ctx: Ctx): Promise<Asker> {
  const asker = await askerOf(ctx)
  if (asker.memberId === null && asker.visitorId === null)
    throw forbidden('Your browser isn’t keeping cookies for this page, so we can’t keep your conversation.', 'visit_first')
  return asker
}

/** The browser of this request, known from now on, and kept from its other requests until this one ends: of two first messages the second finds the person of the first. */
async function beVisitor(ctx: Ctx): Promise<VisitorRow> {
  const [known] =
    ctx.mark === null
      ? []
      : await ctx.sql<VisitorRow>(
          'update help_widget.visitor set seen_at = $3, updated_at = $3 where community_id = $1 and mark_hash = $2 returning id, person_id, identified_until',
          [hashToken(ctx.mark), ctx.now()],
        )
  if (known) return valid(ctx, known)
  const { token, hash } = newToken()
  const [made] = await ctx.sql<VisitorRow>(
    'insert into help_widget.visitor (community_id, mark_hash, seen_at, created_at, updated_at) values ($1, $2, $3, $3, $3) returning id, person_id, identified_until',
    [hash, ctx.now()],
  )
  ctx.setMark(token)
  return made!
}
const keep = (ctx: Ctx, visitorId: number, personId: number | null, until: Date | null = null) =>
  ctx.sql('update help_widget.visitor set person_id = $3, identified_until = $4, updated_at = $5 where community_id = $1 and id = $2', [
    ...[visitorId, personId, until, ctx.now()],
  ])

export interface Identity {
  externalId: string
  email: string | null
  name: string
  until: Date
}
const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
/** Null for what was not signed by this key, or not for now. */
async function payloadOf(token: string, key: Uint8Array, currentDate: Date): Promise<JWTPayload | null> {
  try {
    return (await jwtVerify(token, key, { algorithms: ['HS256'], requiredClaims: ['sub', 'exp'], currentDate })).payload
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
/**
 * What a site has signed (RFC 7519 with HS256, which the secret alone can make).
 * What it says of their address counts where that is one.
 * @throws AtriumError 422 `identity_invalid` for a wrong, changed or old one, and while there is no secret
 */
export async function readIdentity(ctx: Ctx, token: string): Promise<Identity> {
  const { secret } = ctx.settings(contract)
  const refuse = () => new AtriumError(422, 'identity_invalid', 'The site’s signature for this visitor isn’t valid.')
  if (secret === '') throw refuse()
  const key = new TextEncoder().encode(ctx.unseal(secret))
  const payload = await payloadOf(token, key, ctx.now())
  if (!payload) throw refuse()
  const externalId = text(payload.sub)
  // cut to fit, the ids of two people could be one
  if (externalId === '' || externalId.length > MOST_ID) throw refuse()
  const until = new Date(Math.min(payload.exp! * 1_000, ctx.now().getTime() + MOST_DAYS * DAY))
  return { externalId, email: emailOf(text(payload['email'])), name: text(payload['name']), until }
}

/** The site has signed for nobody any more: whoever uses this browser next is not who used it before. */
export async function signOut(ctx: Ctx): Promise<void> {
  if (ctx.mark !== null)
    await ctx.sql(
      'update help_widget.visitor set person_id = null, identified_until = null, updated_at = $3 where community_id = $1 and mark_hash = $2 and identified_until is not null',
      [hashToken(ctx.mark), ctx.now()],
    )
}
/** What a former secret has signed holds no longer. */
export const signAllOut = (ctx: Ctx) =>
  ctx.sql(
    'update help_widget.visitor set person_id = null, identified_until = null, updated_at = $2 where community_id = $1 and identified_until is not null',
    [ctx.now()],
  )

/** Whoever opens the widget. What nobody was known to have asked in this browser goes along with who they turn out to be. */
export async function visit(ctx: Ctx, identity: Identity | null): Promise<Asker> {
  const visitor = ctx.member && ctx.mark === null ? null : await beVisitor(ctx)
  const known = visitor?.person_id ?? null
  if (ctx.member) {
    if (known === null) return askerOf(ctx)
    const personId = await ctx.use(inbox).personOf({ memberId: ctx.member.id }, known)
    await keep(ctx, visitor!.id, null)
    return { ...NOBODY, memberId: ctx.member.id, personId }
  }
  if (!identity) return { ...NOBODY, visitorId: visitor!.id, personId: known, isIdentified: visitor!.identified_until !== null }
  const { until, ...rest } = identity
  const personId = await ctx.use(inbox).personOf({ ...rest, isVerified: true }, known)
  await keep(ctx, visitor!.id, personId, until)
  return { ...NOBODY, visitorId: visitor!.id, personId, isIdentified: true }
}

/** Whoever writes, with a row in the inbox. @throws AtriumError 422 where an address is asked for and none is there */
export async function beAsker(
  ctx: Ctx,
  { email, name = '' }: { email?: string | undefined; name?: string | undefined },
): Promise<Asker & { personId: number }> {
  const service = ctx.use(inbox)
  if (ctx.member) return { ...NOBODY, memberId: ctx.member.id, personId: await service.personOf({ memberId: ctx.member.id }) }
  const visitor = await beVisitor(ctx)
  const { id: visitorId, person_id: known } = visitor
  if (known !== null && visitor.identified_until !== null) return { ...NOBODY, visitorId, personId: known, isIdentified: true }
  if (known === null && email === undefined && ctx.settings(contract).asks_email)
    throw invalid({ email: ['Enter your email address, so that our answer reaches you.'] })
  // asked for each time: the row of a deleted account is gone, and this browser goes on with a new one
  const personId = await service.personOf({ email: email ?? null, name }, known)
  if (personId !== known) await keep(ctx, visitorId, personId)
  return { ...NOBODY, visitorId, personId }
}

/** Browsers that nobody has come with for long. */
export const forget = (ctx: Ctx) =>
  ctx.sql('delete from help_widget.visitor where community_id = $1 and seen_at < $2', [new Date(ctx.now().getTime() - FORGOTTEN_DAYS * DAY)])
