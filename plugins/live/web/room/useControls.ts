/** What one does in a call with a press: microphone, camera, hand, reactions. */
import { toast, useQueryCache, useWrite, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { useCall } from './call.ts'

const { routes } = contract

export interface Controls {
  isMuted: boolean
  isCameraOn: boolean
  isHandUp: boolean
  /** Whoever was silenced cannot. */
  maySpeak: boolean
  setMuted: (isMuted: boolean) => void
  setCamera: (isOn: boolean) => void
  toggleHand: () => void
  react: (emoji: Emoji) => void
}
export const EMOJI = ['👏', '❤️', '😂', '😮', '🎉', '👍'] as const
export type Emoji = (typeof EMOJI)[number]

export function useControls(): Controls {
  const t = useT()
  const cache = useQueryCache()
  const { room, me, people, local, speakUp } = useCall()
  const params = { id: room.id }
  const onError = (error: Error) => toast.error(error.message)
  const isHandUp = (people.find(({ id }) => id === me.id) ?? me).hand_raised_at !== null
  const raised = (isRaised: boolean) =>
    cache.update(routes.participants, undefined, (reply) => ({
      ...reply,
      records: reply.records.map((one) => (one.id === me.id ? { ...one, hand_raised_at: isRaised ? new Date().toISOString() : null } : one)),
    }))
  const hand = useWrite(routes.hand, { optimistic: (_, { body }) => raised(body.is_raised), onError })
  const reaction = useWrite(routes.react, { onError })
  const isMuted = local.isMuted || !local.microphone.track || !me.can_speak
  const isListener = !me.can_speak && !me.is_muted && room.room_type === 'conference'
  const demand = async (run: () => Promise<void>) => {
    if (isListener) await speakUp()
    else if (!me.can_speak) return toast.info(t('stage.cannot_speak'))
    await run()
  }
  return {
    isMuted,
    isHandUp,
    isCameraOn: local.camera.track !== null && me.can_speak,
    maySpeak: me.can_speak || isListener,
    setMuted: (next) => (next ? void local.setMuted(true) : void demand(() => local.setMuted(false))),
    setCamera: (isOn) => (isOn ? void demand(() => local.setCamera(true)) : void local.setCamera(false)),
    toggleHand: () => hand.mutate({ params, body: { is_raised: !isHandUp } }),
    react: (emoji) => reaction.mutate({ params, body: { emoji } }),
  }
}
