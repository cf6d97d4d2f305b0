export { isProviderSpec, type ModelProviders, openModel } from './open-model.ts';
