/** When an endpoint is left alone: it said that it is gone, or nothing has arrived for long. Whoever made it hears of it. */
import type { Ctx, InferEntity } from '@atrium/sdk/server'
import type { EndpointTable } from '../entities.ts'
import { clearJob } from '../jobs.ts'

const DAY = 24 * 3_600_000
/** Tries of a day that must have failed; with fewer, one delivery has used up all of its own. */
const LEAST_FAILURES = 20

type Endpoint = InferEntity<typeof EndpointTable>
interface Seen {
  delivered: number
  failed: number
  isGone: boolean
  /** One was tried for the last time. */
  hasGivenUp: boolean
}
/** Notes on a held endpoint what its last tries say of it. */
export async function judge(ctx: Ctx, endpoint: Endpoint, { delivered, failed, isGone, hasGivenUp }: Seen): Promise<void> {
  const now = ctx.now()
  if (endpoint.status !== 'on') return
  if (isGone) {
    Object.assign(endpoint, { status: 'off', isGone: true })
    await ctx.enqueue(clearJob, { endpointId: endpoint.id }, { key: `${endpoint.id}` })
    return tell(ctx, endpoint, 'gone')
  }
  if (delivered > 0) return void Object.assign(endpoint, { failingSince: null, failures: 0 })
  endpoint.failingSince ??= now
  endpoint.failures += failed
  const isLong = now.getTime() - endpoint.failingSince.getTime() >= DAY
  if (!isLong || (endpoint.failures < LEAST_FAILURES && !hasGivenUp)) return
  Object.assign(endpoint, { status: 'resting', restingSince: now })
  return tell(ctx, endpoint, 'resting')
}
async function tell(ctx: Ctx, { id, name, url, createdByMemberId }: Endpoint, key: 'gone' | 'resting'): Promise<void> {
  const to = createdByMemberId ? (await ctx.members.addresses([createdByMemberId])).get(createdByMemberId) : undefined
  if (!to) return
  const { email, locale } = to
  const values = { name, host: new URL(url).host }
  const words = { ...values, community: ctx.community.name }
  await ctx.mail({
    ...{ to: email, locale, kind: { key, values } },
    subject: ctx.t(`mail.${key}.subject`, words, locale),
    parts: [
      { text: ctx.t(`mail.${key}.text`, words, locale) },
      { buttons: [{ label: ctx.t('mail.open', {}, locale), url: `${ctx.community.url}/settings/webhooks?endpoint=${id}` }] },
    ],
  })
}
