/** What the server left to say on this page, once. */
import { toast, useBoot, useT } from '@atrium/sdk/web'
import { useEffect, useRef } from 'react'

/** @param told messages that something else on the page says */
export function useFlash(told: readonly string[] = []) {
  const t = useT()
  const { flash } = useBoot()
  const said = useRef(false)
  useEffect(() => {
    if (!flash || told.includes(flash.message) || said.current) return
    said.current = true
    toast[flash.tone](t(`flash.${flash.message}`))
  }, [flash, told, t])
}
