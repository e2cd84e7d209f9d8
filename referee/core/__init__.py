"""What every game shares: the contract, the judge, the catalogue, the documents. It knows no game."""
