/** What is heard of the others, from the speaker that was chosen. */
import { useEffect, useRef } from 'react'
import { useCall } from '../../room/call.ts'

export function Sounds() {
  const { media, local } = useCall()
  const heard = [...media.tracks].flatMap(([id, { microphone, screen_audio }]) => [
    ...(microphone ? [{ key: `voice ${id}`, track: microphone }] : []),
    ...(screen_audio ? [{ key: `screen ${id}`, track: screen_audio }] : []),
  ])
  return heard.map(({ key, track }) => <Sound key={key} track={track} speaker={local.chosen.speaker} />)
}

function Sound({ track, speaker }: { track: MediaStreamTrack; speaker: string | undefined }) {
  const element = useRef<HTMLAudioElement>(null)
  useEffect(() => {
    const { current } = element
    if (!current) return
    current.srcObject = new MediaStream([track])
    // browsers want a press first; one was needed to come in
    void current.play().catch(() => {})
  }, [track])
  useEffect(() => {
    const { current } = element
    if (current && speaker && 'setSinkId' in current) void current.setSinkId(speaker).catch(() => {})
  }, [speaker])
  // biome-ignore lint/a11y/useMediaCaption: nobody writes along what is said live
  return <audio ref={element} autoPlay />
}
