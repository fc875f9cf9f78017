/** The one-time-code challenge: calls that need a fresh proof wait here for the dialog, which the overlays show. */

let passing: { done: Promise<boolean>; answer: (passed: boolean) => void } | null = null
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** Asks for a code; calls that ask at the same time share one dialog. False when it was cancelled. */
export function passChallenge(): Promise<boolean> {
  if (!passing) {
    let answer!: (passed: boolean) => void
    const done = new Promise<boolean>((resolve) => {
      answer = resolve
    })
    passing = { done, answer }
    tell()
  }
  return passing.done
}
/** What the dialog watches and answers. */
export const challenge = {
  isAsked: (): boolean => passing !== null,
  watch(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  answer(passed: boolean): void {
    passing?.answer(passed)
    passing = null
    tell()
  },
}
