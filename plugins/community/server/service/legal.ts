/** The legal texts: written by the community, public, versioned; and who has accepted them. */
import { notFound } from '@atrium/sdk'
import { addressFiles, type Ctx, parseRichText, publishPicture, resolveFiles } from '@atrium/sdk/server'
import { LEGAL_KINDS, type Legal, type LegalKind } from '../../contract.ts'
import { type LegalPart, read, save } from './parts.ts'

const shown = (ctx: Ctx, { enabled, body, version, updated_at }: LegalPart) => ({ enabled, body: body && addressFiles(body, ctx.files), version, updated_at })

export async function settings(ctx: Ctx): Promise<Legal> {
  const [terms, privacy, code_of_conduct] = await Promise.all(LEGAL_KINDS.map(async (kind) => shown(ctx, await read(ctx, kind))))
  return { consent_required: ctx.platform.fields.consent_required, terms: terms!, privacy: privacy!, code_of_conduct: code_of_conduct! }
}

/** The kinds that are switched on and say something. */
export async function published(ctx: Ctx): Promise<LegalKind[]> {
  const rows = await ctx.sql<{ key: LegalKind }>(
    `select key from community.part where community_id = $1 and key = any ($2) and (value ->> 'enabled')::boolean and jsonb_typeof(value -> 'body') = 'object'`,
    [LEGAL_KINDS],
  )
  const on = new Set(rows.map(({ key }) => key))
  return LEGAL_KINDS.filter((kind) => on.has(kind))
}

/** @throws AtriumError 404 for a text that is not published */
export async function textOf(ctx: Ctx, kind: LegalKind) {
  const { enabled, body, version, updated_at } = shown(ctx, await read(ctx, kind))
  if (!enabled || !body) throw notFound('Text')
  return { kind, body, version, updated_at: updated_at! }
}

type Change = { enabled?: boolean; body?: unknown }
export async function change(ctx: Ctx, { consent_required, ...texts }: { consent_required?: boolean } & Partial<Record<LegalKind, Change>>): Promise<Legal> {
  for (const kind of LEGAL_KINDS) {
    const { enabled, body } = texts[kind] ?? {}
    const changes: Partial<LegalPart> = enabled === undefined ? {} : { enabled }
    if (body !== undefined)
      Object.assign(changes, { body: await checked(ctx, body), version: (await read(ctx, kind)).version + 1, updated_at: ctx.now().toISOString() })
    if (Object.keys(changes).length) await save(ctx, kind, changes)
  }
  await ctx.audit('legal.changed', 'community', { kinds: Object.keys(texts), consent_required })
  if (consent_required !== undefined) await ctx.platform.update({ consent_required })
  return { ...(await settings(ctx)), ...(consent_required === undefined ? {} : { consent_required }) }
}
/** What is stored of a text; an empty one is none. Its pictures become public, as it is. */
async function checked(ctx: Ctx, body: unknown) {
  if (body === null) return null
  const rich = parseRichText(body)
  for (const signedId of rich.signedIds) await publishPicture(ctx, signedId, 'legal')
  return rich.isEmpty ? null : (await resolveFiles(rich.doc, ctx.files)).doc
}

/** Notes which versions a member accepts. */
export async function accept(ctx: Ctx, memberId: number): Promise<void> {
  await ctx.sql(
    `insert into community.consent (community_id, member_id, versions)
     select $1, $2, coalesce(jsonb_object_agg(key, (value ->> 'version')::int), '{}') from community.part
     where community_id = $1 and key = any ($3) and (value ->> 'enabled')::boolean
     on conflict (community_id, member_id) do update set versions = excluded.versions, updated_at = now()`,
    [memberId, LEGAL_KINDS],
  )
}
