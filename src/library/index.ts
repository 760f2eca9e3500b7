export { Guard } from './guard';
