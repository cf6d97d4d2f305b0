type Dish = {
  readonly item_id: string;
  readonly name: string;
  readonly category: string;
  readonly price_euros: number;
};

/** What there is to eat. */
export const menu: readonly Dish[] = [
  { item_id: 'margherita', name: 'Margherita', category: 'classic', price_euros: 8 },
  { item_id: 'marinara', name: 'Marinara', category: 'classic', price_euros: 7 },
  { item_id: 'quattro-formaggi', name: 'Quattro formaggi', category: 'classic', price_euros: 11 },
  { item_id: 'ortolana', name: 'Ortolana', category: 'vegetarian', price_euros: 10 },
  { item_id: 'tiramisu', name: 'Tiramisù', category: 'dessert', price_euros: 6 },
];
