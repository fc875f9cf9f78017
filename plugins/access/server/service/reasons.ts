/** Reasons by their names: chips on a person's page and in the list of a group. */
import type { Ctx } from '@atrium/sdk/server'
import access, { type ReasonChip } from '../../contract.ts'

interface Given {
  source: string
  sourceId: number | null
  expiresAt: Date | string | null
  grantedAt: Date | string
}
/** Sources that have words of ours; what else there is, its plugin names. */
const OWN_WORDS = new Set(['own', 'manual', 'access_group', 'paywall', 'invitation_link', 'import', 'course', 'event', 'workflow', 'onboarding', 'bulk_task'])

/** Chips in the order given; each kind of source is asked once. */
export async function chips(ctx: Ctx, given: Given[]): Promise<ReasonChip[]> {
  const names = new Map<string, Map<number, { label: string; to: string | null }>>()
  for (const [source, some] of Map.groupBy(given, (one) => one.source)) {
    const ids = [...new Set(some.flatMap(({ sourceId }) => sourceId ?? []))]
    if (ids.length === 0) continue
    const filled = ctx.fill(access.points.source).find(({ value }) => value.key === source)
    if (source === 'access_group') names.set(source, await groupNames(ctx, ids))
    else if (filled) names.set(source, await filled.value.label(ctx, ids))
  }
  return given.map(({ source, sourceId, expiresAt, grantedAt }) => {
    const known = sourceId === null ? undefined : names.get(source)?.get(sourceId)
    return {
      source,
      source_id: sourceId,
      label: known?.label ?? (OWN_WORDS.has(source) ? ctx.t(`source.${source}`) : source),
      to: known?.to ?? null,
      expires_at: expiresAt === null ? null : new Date(expiresAt).toISOString(),
      granted_at: new Date(grantedAt).toISOString(),
    }
  })
}
async function groupNames(ctx: Ctx, ids: number[]) {
  const rows = await ctx.sql<{ id: number; name: string }>('select id, name from access.access_group where community_id = $1 and id = any ($2::bigint[])', [
    ids,
  ])
  return new Map(rows.map(({ id, name }) => [id, { label: name, to: `/settings/access_groups/${id}` }]))
}
