/** What a newcomer is still asked, until it is answered or put away on this device. */
import { useRead, useStored } from '@atrium/sdk/web'
import { useEffect } from 'react'
import contract, { type AnsweredField } from '../../contract.ts'

export function useQuestions(memberId: number): { fields: readonly AnsweredField[]; done: () => void } {
  const [isDone, setDone] = useStored(`members.asked.${memberId}`, false)
  const { data } = useRead(contract.routes.signUpQuestions, undefined, { enabled: !isDone, staleTime: Number.POSITIVE_INFINITY })
  const isNothing = data?.records.length === 0
  useEffect(() => {
    if (isNothing && !isDone) setDone(true)
  }, [isNothing, isDone, setDone])
  return { fields: isDone ? [] : (data?.records ?? []), done: () => setDone(true) }
}
