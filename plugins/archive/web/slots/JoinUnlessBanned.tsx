/** Nobody who is banned is offered to join. */
import type { ReactNode } from 'react'
import { useOwnBan } from '../components/useOwnBan.ts'

export default function JoinUnlessBanned({ otherwise }: { otherwise: ReactNode }) {
  const ban = useOwnBan()
  return ban === null ? otherwise : null
}
