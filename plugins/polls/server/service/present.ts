/** Rows of polls as one reader may see them: results are left out until they may be shown. */
import { rolesOf } from '@atrium/sdk'
import { abilities, type Ctx } from '@atrium/sdk/server'
import content, { type ContentCard } from '../../../content/contract.ts'
import { isOpen, pollPolicy, type SeenPoll } from '../policies.ts'
import type { PollRow, ResponseRow } from '../reads.ts'

/** @param cards of the polls' records, by kind and id; a poll without one is shown to be read only */
async function present(ctx: Ctx, row: PollRow, card: ContentCard | null) {
  const seen: SeenPoll = { poll: row, card }
  const shown = pollPolicy.results(ctx, seen) as boolean
  return {
    id: row.id,
    sgid: Buffer.from(`poll/${row.id}`).toString('base64url'),
    title: row.title,
    status: isOpen(ctx, row) ? ('open' as const) : ('closed' as const),
    closes_at: row.closes_at,
    is_multiple: row.is_multiple,
    is_anonymous: row.is_anonymous,
    results_visibility: row.results_visibility,
    record_type: row.kind,
    record_id: row.record_id,
    voters_count: row.voters_count,
    results_visible: shown,
    poll_options: row.options.map(({ id, value, position, votes }) => ({
      id,
      value,
      position,
      votes_count: shown ? votes : null,
      percentage: shown ? (row.voters_count ? Math.round((votes / row.voters_count) * 100) : 0) : null,
      is_voted: row.option_ids?.includes(id) ?? false,
    })),
    poll_response_id: row.response_id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    policies: await abilities(ctx, pollPolicy, seen, {
      vote: 'can_vote',
      update: 'can_update_poll',
      destroy: 'can_destroy_poll',
      voters: 'can_see_voters',
    }),
  }
}

/** Polls of any records; those whose record this reader does not see are left out, or kept to be read where `readable` says so. */
export async function presentPolls(ctx: Ctx, rows: PollRow[], { readable = false }: { readable?: boolean } = {}) {
  const byKind = [...Map.groupBy(rows, ({ kind }) => kind)]
  const cards = new Map(
    (await Promise.all(byKind.map(([kind, found]) => ctx.use(content).cards(kind, [...new Set(found.map(({ record_id }) => record_id))])))).flatMap((found) =>
      found.map((card) => [`${card.kind}:${card.id}`, card] as const),
    ),
  )
  const seen = rows.map((row) => ({ row, card: cards.get(`${row.kind}:${row.record_id}`) ?? null })).filter(({ card }) => card || readable)
  return Promise.all(seen.map(({ row, card }) => present(ctx, row, card)))
}

export const toResponse = (row: ResponseRow) => ({
  id: row.id,
  poll_id: row.poll_id,
  poll_option_ids: row.option_ids,
  community_member_id: row.member_id,
  author: {
    id: row.member_id,
    public_uid: row.public_uid,
    name: row.name,
    headline: row.headline,
    avatar_url: row.avatar_url,
    roles: rolesOf(row.roles),
  },
  created_at: row.created_at,
  updated_at: row.updated_at,
})
