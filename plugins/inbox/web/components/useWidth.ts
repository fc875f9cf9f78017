/** Whether the window is as wide as that. */
import { useEffect, useState } from 'react'

export function useWidth(pixels: number): boolean {
  const query = `(min-width: ${pixels}px)`
  const [fits, setFits] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const media = matchMedia(query)
    const hear = () => setFits(media.matches)
    hear()
    media.addEventListener('change', hear)
    return () => media.removeEventListener('change', hear)
  }, [query])
  return fits
}
