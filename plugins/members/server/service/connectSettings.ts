/** `/settings/connect`: how members find each other and write to each other, kept by three owners. */
import type { RouteParsed, RouteReturns } from '@atrium/sdk'
import membership from '@atrium/sdk/kernel/membership'
import type { Ctx } from '@atrium/sdk/server'
import chat from '../../../chat/contract.ts'
import contract from '../../contract.ts'

type Reply = Exclude<RouteReturns<(typeof contract)['routes']['connectSettings']>, void>
type Change = RouteParsed<(typeof contract)['routes']['updateConnectSettings']>['body']

export async function connectSettings(ctx: Ctx): Promise<Reply> {
  const { connect_enabled, recommendations, exclude_admins_from_recommendations, exclude_moderators_from_recommendations, directory_sort, directory_view } =
    ctx.settings(contract)
  const messages = ctx.has(chat) ? ctx.settings(chat) : null
  return {
    connect: { enabled: connect_enabled, recommendations, exclude_admins_from_recommendations, exclude_moderators_from_recommendations },
    member_directory: { public: ctx.communitySettings(membership).public_member_directory, sort: directory_sort, view: directory_view },
    messaging: messages && {
      enabled: messages.messaging_enabled,
      member_to_member_messaging_enabled: messages.member_to_member_messaging_enabled,
      group_messaging_enabled: messages.group_messaging_enabled,
      voice_messages_enabled: messages.voice_messages_enabled,
      require_connection_before_messaging: messages.connection_required,
    },
  }
}
export async function changeConnectSettings(ctx: Ctx, { connect, member_directory, messaging }: Change): Promise<void> {
  const { enabled: connect_enabled, ...recommending } = connect ?? {}
  const own = { connect_enabled, ...recommending, directory_sort: member_directory?.sort, directory_view: member_directory?.view }
  await ctx.saveSettings(contract, Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)))
  if (messaging && ctx.has(chat)) {
    const { enabled, require_connection_before_messaging, ...rest } = messaging
    await ctx.use(chat).setPreferences({
      ...rest,
      ...(enabled === undefined ? {} : { messaging_enabled: enabled }),
      ...(require_connection_before_messaging === undefined ? {} : { connection_required: require_connection_before_messaging }),
    })
  }
  if (member_directory?.public !== undefined) await ctx.platform.update<typeof membership>({ public_member_directory: member_directory.public })
  await ctx.audit('connect_settings.changed', 'community', { connect, member_directory, messaging })
}
