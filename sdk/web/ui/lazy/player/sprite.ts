/** The small pictures of the scrub bar: one picture, and WebVTT cues that say which piece is when. */
import { useEffect, useState } from 'react'

export interface Piece {
  start: number
  end: number
  image: string
  x: number
  y: number
  width: number
  height: number
}
const seconds = (text: string) => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

export function parseSprite(text: string, base: string): Piece[] {
  return [...text.matchAll(/([\d:.]+) --> ([\d:.]+)\n(\S+)#xywh=(\d+),(\d+),(\d+),(\d+)/g)].map(([, start, end, name, ...place]) => {
    const [x, y, width, height] = place.map(Number) as [number, number, number, number]
    return { start: seconds(start!), end: seconds(end!), image: new URL(name!, new URL(base, location.origin)).pathname, x, y, width, height }
  })
}

/** @param wanted false until somebody points at the bar */
export function useSprite(url: string | null, wanted: boolean): Piece[] {
  const [pieces, setPieces] = useState<Piece[]>([])
  useEffect(() => {
    if (!url || !wanted || pieces.length) return
    const stop = new AbortController()
    fetch(url, { signal: stop.signal })
      .then((reply) => (reply.ok ? reply.text() : ''))
      .then((text) => setPieces(parseSprite(text, url)))
      .catch(() => {})
    return () => stop.abort()
  }, [url, wanted, pieces.length])
  return pieces
}
