/** Keeps what is shown of a room in step with what others do: each change is told to the room `live:<id>`, and read anew. */
import { useEvent, useQueryCache, useRoom } from '@atrium/sdk/web'
import { useEffect, useRef } from 'react'
import contract from '../../contract.ts'

const { routes, events } = contract
/** Many come at once when a room opens; the list is read once for them. */
const GATHER_MS = 400

export function useRoomNews(roomId: number): void {
  const cache = useQueryCache()
  const params = { id: roomId }
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])
  useRoom('live', roomId)
  const here = (run: () => void) => (fact: { roomId: number }) => fact.roomId === roomId && run()
  useEvent(
    events['live_room.changed'],
    here(() => {
      void cache.invalidate(routes.bySlug)
      void cache.invalidate(routes.recorders)
    }),
  )
  useEvent(
    events['people.changed'],
    here(() => {
      waiting.current ??= setTimeout(() => {
        waiting.current = undefined
        void cache.invalidate(routes.participants)
        // it says how many there are
        void cache.invalidate(routes.bySlug)
      }, GATHER_MS)
    }),
  )
  useEvent(
    events['questions.changed'],
    here(() => {
      void cache.invalidate(routes.questions)
      void cache.invalidate(routes.replies)
    }),
  )
  useEvent(
    events['stage.changed'],
    here(() => {
      void cache.invalidate(routes.stageItems, { params })
      void cache.invalidate(routes.questions)
    }),
  )
}
