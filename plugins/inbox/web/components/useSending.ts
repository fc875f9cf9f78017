/** Sends what the team writes. The same text sent again is the same message; where another has answered meanwhile, that is said first. */
import { newUuid, useWrite } from '@atrium/sdk/web'
import { useRef } from 'react'
import contract from '../../contract.ts'

const { routes } = contract

export interface Written {
  text: string
  files: string[]
  isNote: boolean
  solve: boolean
}
interface SendingOptions {
  chatId: number
  /** The last message that is shown. */
  lastId: number | undefined
  onSent: () => void
}
export function useSending({ chatId, lastId, onSent }: SendingOptions) {
  const attempt = useRef<{ of: string; uuid: string } | null>(null)
  const tried = useRef<Written | null>(null)
  const write = useWrite(routes.createMessage, {
    invalidates: [routes.messages, routes.show, routes.list, routes.unreadCounts],
    onSuccess: () => {
      attempt.current = null
      onSent()
    },
  })
  const send = (written: Written, anyway = false) => {
    if (write.isPending) return
    tried.current = written
    const of = JSON.stringify(written)
    if (attempt.current?.of !== of) attempt.current = { of, uuid: newUuid() }
    const { text, files, isNote, solve } = written
    write.mutate({
      params: { id: chatId },
      body: {
        ...{ text, files, is_note: isNote, solve, creation_uuid: attempt.current.uuid },
        ...(anyway || isNote || !lastId ? {} : { after_id: lastId }),
      },
    })
  }
  return {
    send,
    sendAnyway: () => tried.current && send(tried.current, true),
    isSending: write.isPending,
    error: write.error,
    isLate: write.error?.code === 'answered_meanwhile',
    forget: write.reset,
  }
}
export type Sending = ReturnType<typeof useSending>
