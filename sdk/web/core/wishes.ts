/** What a visitor wanted to do before signing in: kept on this device, and done once they are back as a member. */
import { useEffect, useRef } from 'react'
import { getBoot } from './boot.ts'
import { readStored, writeStored } from './stored.ts'

/** Somebody who comes back later has forgotten what they pressed. */
const KEPT_MS = 3_600_000
const keyOf = () => `wish:${getBoot().community.id}`

interface Wish {
  name: string
  at: number
}
/** @param name `like:post:12`; one wish at a time */
export const keepWish = (name: string): void => void writeStored(keyOf(), { name, at: Date.now() } satisfies Wish)

/** Runs `act` once, where this wish was left within the last hour and whoever left it is a member now. */
export function useVisitorWish(name: string, act: () => void): void {
  const run = useRef(act)
  run.current = act
  useEffect(() => {
    if (!getBoot().member) return
    const wish = readStored<Wish>(keyOf())
    if (wish?.name !== name) return
    writeStored(keyOf(), undefined)
    if (Date.now() - wish.at < KEPT_MS) run.current()
  }, [name])
}
