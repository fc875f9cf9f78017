/** Asks the browser for microphone and camera, and says in one word what is in the way. */

export type Kind = 'microphone' | 'camera'
/** `insecure`: browsers give pages without encryption no devices; `busy`: another program has it. */
export type Problem = 'refused' | 'none' | 'busy' | 'insecure'
export interface Captured {
  track: MediaStreamTrack | null
  problem: Problem | null
}
export type Chosen = Partial<Record<Kind | 'speaker', string>>
export const NOTHING: Captured = { track: null, problem: null }

const PROBLEMS: Record<string, Problem> = { NotAllowedError: 'refused', SecurityError: 'refused', NotFoundError: 'none', OverconstrainedError: 'none' }
const problemOf = (error: unknown): Problem => (error instanceof DOMException ? PROBLEMS[error.name] : undefined) ?? 'busy'

/** A device that is gone gives way to another. */
const from = (id: string | undefined) => (id ? { deviceId: { ideal: id } } : {})
const CONSTRAINTS: Record<Kind, (id: string | undefined) => MediaStreamConstraints> = {
  microphone: (id) => ({ audio: { ...from(id), echoCancellation: true, noiseSuppression: true, autoGainControl: true } }),
  camera: (id) => ({ video: { ...from(id), width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30, max: 30 } } }),
}

async function open(kinds: readonly Kind[], chosen: Chosen): Promise<Map<Kind, Captured>> {
  const wanted = Object.assign({}, ...kinds.map((kind) => CONSTRAINTS[kind](chosen[kind]))) as MediaStreamConstraints
  const stream = await navigator.mediaDevices.getUserMedia(wanted)
  const trackOf = { microphone: stream.getAudioTracks()[0], camera: stream.getVideoTracks()[0] }
  return new Map(kinds.map((kind) => [kind, { track: trackOf[kind] ?? null, problem: null }]))
}
/** One question for both; where one of them is not to be had, the other still is. */
export async function capture(kinds: readonly Kind[], chosen: Chosen): Promise<Map<Kind, Captured>> {
  if (!navigator.mediaDevices?.getUserMedia) return new Map(kinds.map((kind) => [kind, { track: null, problem: 'insecure' }]))
  try {
    return await open(kinds, chosen)
  } catch (error) {
    const problem = problemOf(error)
    const [first, second] = kinds
    if (!second || !first) return new Map(kinds.map((kind) => [kind, { track: null, problem }]))
    return new Map([...(await capture([first], chosen)), ...(await capture([second], chosen))])
  }
}

/** Calls `run` when somebody changes in the browser what this page may use. @returns ends that */
export function onPermission(run: () => void): () => void {
  const heard: PermissionStatus[] = []
  let isOver = false
  for (const name of ['camera', 'microphone'])
    void navigator.permissions?.query({ name: name as PermissionName }).then(
      (status) => {
        if (isOver) return
        status.addEventListener('change', run)
        heard.push(status)
      },
      // not every browser tells; a press on "try again" asks then
      () => {},
    )
  return () => {
    isOver = true
    for (const status of heard) status.removeEventListener('change', run)
  }
}
