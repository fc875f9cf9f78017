/** What runs in threads of its own in isolated.test.ts. */
export const sum = ({ numbers }: { numbers: Uint8Array }): number => numbers.reduce((total, one) => total + one, 0)
export const wrong = (_: null): never => {
  throw new Error('This is wrong.')
}
export const endless = (isEndless: boolean): string => {
  while (isEndless);
  return 'ended'
}
export const greedy = (_: null): number => {
  const kept: number[][] = []
  for (;;) kept.push(Array.from({ length: 10_000 }, (_, i) => i))
}
