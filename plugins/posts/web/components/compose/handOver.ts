/** Pictures chosen before the composer is there: the line that invites to write opens the picker itself, and the composer takes them over. */
let kept: File[] = []

export function handOver(files: File[]): void {
  kept = files
}
export function takeOver(): File[] {
  const files = kept
  kept = []
  return files
}
