/** Keeps what was worked out last; the one that was not asked for longest goes first. */
export class Recent<K, V> {
  private readonly kept = new Map<K, V>();

  constructor(private readonly limit: number) {}

  get(key: K, make: () => V): V {
    const found = this.kept.get(key) ?? make();
    this.kept.delete(key);
    this.kept.set(key, found);
    if (this.kept.size > this.limit) {
      const [oldest] = this.kept.keys();
      this.kept.delete(oldest ?? key);
    }
    return found;
  }

  clear(): void {
    this.kept.clear();
  }
}
