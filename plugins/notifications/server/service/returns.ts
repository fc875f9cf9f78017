/** Emails to addresses of other plugins: what of theirs comes back. They come by the same door as answers, and each plugin knows its own. */
import type { Ctx, PluginHost } from '@atrium/sdk/server'
import contract, { type Mailbox } from '../../contract.ts'
import { Refused, replyDomain, within } from './replies.ts'

const ADDRESS = /^([a-z]{2,20})\+([0-9a-z]{1,10})-([0-9a-z-]{1,50})@./

export interface Returning {
  communityId: number
  name: string
  token: string
}
/** Whatever stands behind the `@`: a domain of a community's may lead here, and the secret proves the address. */
export function readReturning(address: string): Returning | null {
  const [, name, community, token] = ADDRESS.exec(address.trim().toLowerCase()) ?? []
  return name && name !== 'reply' && community && token ? { communityId: Number.parseInt(community, 36), name, token } : null
}
/** Where emails to a mailbox go; null where none are taken. */
export function mailAddress(ctx: Ctx, name: string, token: string): string | null {
  const domain = replyDomain(ctx)
  return domain && `${name}+${ctx.community.id.toString(36)}-${token}@${domain}`
}
const mailboxOf = (ctx: Ctx, name: string): Mailbox | undefined => ctx.fill(contract.points.mailbox).find(({ value }) => value.name === name)?.value
const unknown = () => new Refused('This email address doesn’t exist here.')

/** @throws Refused where nobody takes it */
export const knowReturning = (host: PluginHost, { communityId, name, token }: Returning): Promise<void> =>
  within(host, communityId, async (ctx) => {
    if (!(await mailboxOf(ctx, name)?.isKnown(ctx, token))) throw unknown()
  })
/** @throws Refused */
export const takeReturning = (host: PluginHost, { communityId, name, token }: Returning, raw: Uint8Array): Promise<void> =>
  within(host, communityId, async (ctx) => {
    if (!(await mailboxOf(ctx, name)?.take(ctx, token, raw))) throw unknown()
  })
