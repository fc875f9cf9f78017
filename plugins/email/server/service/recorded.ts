/** Broadcasts that went out at another time, for set-up: rows and figures as sending would have left them. */
import type { Ctx } from '@atrium/sdk/server'
import audience from '../../../audience/contract.ts'
import type { BroadcastInput, RecordedEmail } from '../../contract.ts'
import { BroadcastTable, EditionTable } from '../entities.ts'
import { suppress } from './bounces.ts'
import { createBroadcast } from './broadcasts.ts'
import { drawn } from './letters.ts'
import { newSecret } from './tokens.ts'

/** Emails a second, as a mail server takes them. */
const PACE = 20
const REFUSAL = '550 5.1.1 User unknown'

export async function record(ctx: Ctx, input: Partial<BroadcastInput> & { name: string }, at: Date, recipients: RecordedEmail[]): Promise<number> {
  const id = await createBroadcast(ctx, input)
  const broadcast = await ctx.em.findOneOrFail(BroadcastTable, { id })
  const { subject, preheader, blocks, themeId, experiment } = broadcast
  const made = await drawn(ctx, { subject, preheader, blocks, theme_id: themeId, experiment })
  ctx.em.create(EditionTable, { broadcastId: id, ...made, secret: newSecret(ctx), isFilled: true })
  const finished = new Date(at.getTime() + (recipients.length / PACE) * 1_000)
  Object.assign(broadcast, {
    status: 'sent',
    sentAt: at,
    finishedAt: finished,
    testedAt: new Date(at.getTime() - 3_600_000),
    createdAt: at,
    updatedAt: finished,
  })
  broadcast.recipientsCount = recipients.length
  await ctx.em.flush()
  const people = await ctx.use(audience).known(recipients.map(({ email }) => email))
  const rows = recipients.map((one) => ({ ...one, personId: people.get(one.email.toLowerCase())?.personId ?? null }))
  await ctx.sql(RECIPIENTS, [id, JSON.stringify(rows), at, REFUSAL])
  for (const { email, isBounced } of recipients) if (isBounced) await suppress(ctx, email, 'bounce', REFUSAL)
  await ctx.sql(HOURS, [id, at])
  await ctx.sql(LINKS, [id])
  return id
}
const RECIPIENTS = `with given as (
    select * from jsonb_to_recordset($3::jsonb) as g("memberId" bigint, "personId" bigint, email text, name text, variant text, "isBounced" boolean, "openedAt" timestamptz,
      "clickedAt" timestamptz, link int, "unsubscribedAt" timestamptz)),
  people as (
    insert into email.recipient (community_id, broadcast_id, person_id, member_id, email, name, variant, status, due_at, attempts, error, sent_at, opened_at,
      clicked_at, bounced_at, unsubscribed_at, created_at, updated_at)
    select $1, $2, g."personId", g."memberId", g.email, g.name, coalesce(g.variant, 'a'), case when g."isBounced" then 'failed' else 'sent' end, $4, 1,
      case when g."isBounced" then $5 end, case when g."isBounced" then null else $4::timestamptz end, g."openedAt", g."clickedAt",
      case when g."isBounced" then $4::timestamptz end, g."unsubscribedAt", $4, $4
    from given g
    returning id, member_id)
  insert into email.click (community_id, broadcast_id, recipient_id, link, created_at, updated_at)
  select $1, $2, p.id, g.link, g."clickedAt", g."clickedAt" from people p join given g on g."memberId" = p.member_id where g."clickedAt" is not null`
const HOURS = `insert into email.hour (community_id, broadcast_id, hour, variant, sent, opened, clicked, bounced, unsubscribed)
  select $1, $2, date_trunc('hour', at), variant, count(*) filter (where what = 's')::int, count(*) filter (where what = 'o')::int,
    count(*) filter (where what = 'c')::int, count(*) filter (where what = 'b')::int, count(*) filter (where what = 'u')::int
  from email.recipient r, lateral (values ('s', sent_at), ('o', opened_at), ('c', clicked_at), ('b', bounced_at), ('u', unsubscribed_at)) as v (what, at)
  where community_id = $1 and broadcast_id = $2 and at is not null and at <= greatest(now(), $3::timestamptz) group by 3, 4`
const LINKS = `insert into email.link (community_id, broadcast_id, link, people, clicks)
  select $1, $2, link, count(*)::int, sum(clicks)::int from email.click where community_id = $1 and broadcast_id = $2 group by link`
