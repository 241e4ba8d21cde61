/** The number that would stand at `place` if they were sorted; they are put in another order (C. A. R. Hoare, Find, 1961). */
export function nth(values: Float64Array, place: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const pivot = middle(values[low], values[(low + high) >> 1], values[high]);
    let i = low;
    let j = high;
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i > j) break;
      const value = values[i];
      values[i++] = values[j];
      values[j--] = value;
    }
    if (place <= j) high = j;
    else if (place >= i) low = i;
    else break;
  }
  return values[place];
}

/** The upper median; the values are put in another order. NaN if there are none. */
export function median(values: Float64Array): number {
  return values.length === 0 ? NaN : nth(values, values.length >> 1);
}

/** The value up to which half of the weight lies; the values are put in order. There must be some. */
export function weightedMedian(of: { value: number; weight: number }[]): number {
  of.sort((x, y) => x.value - y.value);
  const half = of.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let sum = 0;
  for (const { value, weight } of of) if ((sum += weight) >= half) return value;
  return of[of.length - 1].value;
}

/** The one of three that is neither the least nor the greatest. */
export function middle(x: number, y: number, z: number): number {
  return Math.max(Math.min(x, y), Math.min(Math.max(x, y), z));
}
