/** Some people under a heading that says how many they are. */
import type { ReactNode } from 'react'

export const Section = ({ title, count, children }: { title: string | null; count: number; children: ReactNode }) => (
  <section className="mb-3">
    {title && (
      <h2 className="mb-1 flex gap-1.5 text-12 font-medium tracking-normal text-text-2">
        {title}
        <span className="font-normal tabular-nums text-text-3">{count}</span>
      </h2>
    )}
    <ul>{children}</ul>
  </section>
)
