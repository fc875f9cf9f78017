/** By which way a conversation came. */
import { Icon, useT } from '@atrium/sdk/web'
import type { Chat } from '../../contract.ts'

export const wayOf = ({ type, channel }: Pick<Chat, 'type' | 'channel'>): 'live' | 'email' | 'widget' | 'community' => (type === 'live_chat' ? 'live' : channel)
const ICONS = { live: 'zap', email: 'mail', widget: 'message-circle', community: 'messages-square' } as const

export function Channel({ chat, className }: { chat: Chat; className?: string }) {
  const t = useT()
  const way = wayOf(chat)
  return <Icon name={ICONS[way]} size="sm" label={t(`way.${way}`)} className={className} />
}
