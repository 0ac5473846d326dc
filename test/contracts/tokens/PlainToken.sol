// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC1363} from "@openzeppelin/contracts/token/ERC20/extensions/ERC1363.sol";

/// @title What `npm run bench:gas` measures against: OpenZeppelin's ERC-20 and nothing else
contract PlainToken is ERC20 {
    constructor(address holder, uint256 supply) ERC20("Plain", "PLAIN") {
        _mint(holder, supply);
    }
}

/// @title The same with ERC-1363, for funding in one transaction
contract PlainCallableToken is PlainToken, ERC1363 {
    constructor(address holder, uint256 supply) PlainToken(holder, supply) {}
}
