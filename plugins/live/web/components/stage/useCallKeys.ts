/** Keys of a call: m, v and h, Escape for the panel, and the space bar, which lets one speak for as long as it is held. */
import { useShortcut, useT } from '@atrium/sdk/web'
import { useEffect, useRef } from 'react'
import { useControls } from '../../room/useControls.ts'

/** Where a space bar has a meaning already. */
const TAKEN = 'button, a, input, textarea, select, summary, [contenteditable=true], [role=tab], [role=menuitem], [role=option]'
const isTaken = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.closest(TAKEN) !== null) || document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null

/** @param close null where there is no panel */
export function useCallKeys({ close }: { close: (() => void) | null }): void {
  const t = useT()
  const controls = useControls()
  const { isMuted, setMuted, isCameraOn, setCamera, toggleHand } = controls
  useShortcut('m', () => setMuted(!isMuted), t('stage.keys.microphone'))
  useShortcut('v', () => setCamera(!isCameraOn), t('stage.keys.camera'))
  useShortcut('h', toggleHand, t('stage.keys.hand'))
  useShortcut(close ? 'escape' : '', () => close?.(), t('stage.keys.close'))

  const now = useRef(controls)
  now.current = controls
  useEffect(() => {
    let isHeld = false
    const press = (event: KeyboardEvent) => {
      if (event.key !== ' ' || event.repeat || isHeld || isTaken(event.target)) return
      event.preventDefault()
      if (!now.current.isMuted || !now.current.maySpeak) return
      isHeld = true
      now.current.setMuted(false)
    }
    const release = (event: Event) => {
      if (!isHeld || (event instanceof KeyboardEvent && event.key !== ' ')) return
      isHeld = false
      now.current.setMuted(true)
    }
    addEventListener('keydown', press)
    addEventListener('keyup', release)
    addEventListener('blur', release)
    return () => {
      removeEventListener('keydown', press)
      removeEventListener('keyup', release)
      removeEventListener('blur', release)
    }
  }, [])
}
