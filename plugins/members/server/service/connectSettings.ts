/** `/settings/connect`: how members find each other and write to each other, kept by three owners. */
import type { RouteParsed, RouteReturns } from '@atrium/sdk'
import membership from '@atrium/sdk/kernel/membership'
import type { Ctx } from '@atrium/sdk/server'
import contract from '../../contract.ts'
import { messagingOf } from './present.ts'

type Reply = Exclude<RouteReturns<(typeof contract)['routes']['connectSettings']>, void>
type Change = RouteParsed<(typeof contract)['routes']['updateConnectSettings']>['body']

export async function connectSettings(ctx: Ctx): Promise<Reply> {
  const { connect_enabled, recommendations, exclude_admins_from_recommendations, exclude_moderators_from_recommendations, directory_sort, directory_view } =
    ctx.settings(contract)
  return {
    connect: { enabled: connect_enabled, recommendations, exclude_admins_from_recommendations, exclude_moderators_from_recommendations },
    member_directory: { public: ctx.communitySettings(membership).public_member_directory, sort: directory_sort, view: directory_view },
    messaging: messagingOf(ctx)?.settings(ctx) ?? null,
  }
}
export async function changeConnectSettings(ctx: Ctx, { connect, member_directory, messaging }: Change): Promise<void> {
  const { enabled: connect_enabled, ...recommending } = connect ?? {}
  const own = { connect_enabled, ...recommending, directory_sort: member_directory?.sort, directory_view: member_directory?.view }
  await ctx.saveSettings(contract, Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)))
  if (messaging) await messagingOf(ctx)?.change(ctx, messaging)
  if (member_directory?.public !== undefined) await ctx.platform.update<typeof membership>({ public_member_directory: member_directory.public })
  await ctx.audit('connect_settings.changed', 'community', { connect, member_directory, messaging })
}
