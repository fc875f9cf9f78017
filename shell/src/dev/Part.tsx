/** A part of the kit's page, under its title. */
import type { ReactNode } from 'react'

export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="grid gap-3">
    <h2 className="text-13 text-text-3">{title}</h2>
    {children}
  </section>
)
