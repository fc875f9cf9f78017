/** What a plan gives a community, and how what lies beyond it is refused: the same words wherever that is. */
import { AtriumError } from './errors.ts'
import { nameOf, sentence } from './sentences.ts'
import type { Tier } from './tiers.ts'

/** `seats` are active members with the role admin or moderator; `storage` is in bytes. */
export const LIMITS = ['members', 'spaces', 'storage', 'seats'] as const
export type Limit = (typeof LIMITS)[number]
/** What is absent has no limit. */
export type Limits = Partial<Record<Limit, number>>

const GIGABYTE = 1024 ** 3

/** 402: the plan of this community has no room for more. `error_details` names the limit and its number. */
export function limitReached(limit: Limit, max: number): AtriumError {
  const said = {
    members: sentence('This community has reached its limit of {max} members. Admins can upgrade in Settings, Plan and billing.', { max }),
    spaces: sentence('Your plan includes up to {max} spaces. Delete one or upgrade in Settings, Plan and billing.', { max }),
    storage: sentence('Your plan includes {max} GB of storage. Delete files or upgrade in Settings, Plan and billing.', {
      max: Math.floor(max / GIGABYTE),
    }),
    seats: sentence('Your plan includes {max} seats for admins and moderators. Free one or upgrade in Settings, Plan and billing.', { max }),
  }[limit]
  return new AtriumError(402, 'limit_reached', said, { details: { limit, max } })
}

/** 404: the plugin is off in this community. */
export const pluginOff = (plugin: { id: string; title: string }): AtriumError =>
  new AtriumError(404, 'plugin_off', sentence('{plugin} is turned off in this community.', { plugin: nameOf(plugin) }))

/** 402: the community's tier has not got this plugin. @param tier the lowest one that has */
export const planRequired = (plugin: { id: string; title: string }, tier: Tier | undefined): AtriumError =>
  new AtriumError(402, 'plan_required', sentence('{plugin} isn’t included in your plan. Upgrade to use it.', { plugin: nameOf(plugin) }), {
    details: { plugin: plugin.id, tier },
  })
