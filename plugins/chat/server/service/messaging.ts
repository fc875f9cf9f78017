/** Messages as the plugin that knows the members shows them: whom one may write to, and the settings that say so. */
import type { Ctx } from '@atrium/sdk/server'
import type { Messaging } from '../../../members/contract.ts'
import chat from '../../contract.ts'
import { reachable } from './permits.ts'

export const messaging: Messaging = {
  reachable: async (ctx: Ctx, memberIds) => reachable(ctx, [...(await ctx.members.byIds(memberIds)).values()]),
  settings(ctx) {
    const { messaging_enabled, member_to_member_messaging_enabled, group_messaging_enabled, voice_messages_enabled, connection_required } = ctx.settings(chat)
    return {
      enabled: messaging_enabled,
      ...{ member_to_member_messaging_enabled, group_messaging_enabled, voice_messages_enabled },
      require_connection_before_messaging: connection_required,
    }
  },
  async change(ctx, { enabled, require_connection_before_messaging: required, ...rest }) {
    const own = { messaging_enabled: enabled, connection_required: required }
    await ctx.saveSettings(chat, { ...rest, ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)) })
  },
}
