/** Sizes of files as people read them. */

/** `1_536_000` → `1.5 MB`, in the reader's number format. */
export function formatBytes(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte']
  let step = 0
  let value = bytes
  while (value >= 1_000 && step < units.length - 1) {
    value /= 1_000
    step++
  }
  return new Intl.NumberFormat(document.documentElement.lang || 'en-US', {
    style: 'unit',
    unit: units[step],
    unitDisplay: step ? 'short' : 'narrow',
    maximumFractionDigits: value < 10 && step ? 1 : 0,
  }).format(value)
}
