// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC1363} from "@openzeppelin/contracts/token/ERC20/extensions/ERC1363.sol";

/// @title OpenZeppelin's ERC-20 without extensions, the reference of `npm run bench:gas`
contract PlainToken is ERC20 {
    constructor(address holder, uint256 supply) ERC20("Plain", "PLAIN") {
        _mint(holder, supply);
    }
}

/// @title PlainToken with ERC-1363, for funding in one transaction
contract PlainCallableToken is PlainToken, ERC1363 {
    constructor(address holder, uint256 supply) PlainToken(holder, supply) {}
}
