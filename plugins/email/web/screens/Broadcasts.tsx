export default function Broadcasts() { return null }
